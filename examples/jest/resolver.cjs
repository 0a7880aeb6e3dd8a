// @mswjs/data requires MSW, which requires an ES module. Jest cannot do that before Node 24.9, nor
// later while it is loading MSW itself. The simulator uses nothing of @mswjs/data that needs MSW, so
// this resolver gives it an empty module in place of MSW.
module.exports = (path, options) => {
  const isUnusedMsw = path === 'msw' && /[/\\]@mswjs[/\\]data[/\\]/.test(options.basedir)
  return options.defaultResolver(isUnusedMsw ? `${__dirname}/nothing.cjs` : path, options)
}
