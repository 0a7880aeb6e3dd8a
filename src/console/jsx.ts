// What JSX is compiled to.

export { Fragment, h } from 'preact'
