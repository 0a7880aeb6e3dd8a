import { h as create, Fragment, type FunctionComponent } from 'preact'
import { followSignals } from './store/signal.ts'

export { Fragment }

const following = new WeakMap<object, FunctionComponent>()

/** Creates an element: what JSX is compiled to. A component follows the signals that it reads. */
export function h(type: Parameters<typeof create>[0], ...rest: [props: null, ...children: never[]]) {
  return create(isFunctionComponent(type) ? follow(type) : type, ...rest)
}

function follow(component: FunctionComponent): FunctionComponent {
  const known = following.get(component) ?? followSignals(component)
  following.set(component, known)
  return known
}

// Neither a class, nor what Preact itself renders in its own way.
function isFunctionComponent(type: unknown): type is FunctionComponent {
  return typeof type === 'function' && type !== Fragment && !('Consumer' in type) && !type.prototype?.render
}
