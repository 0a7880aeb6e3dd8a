// @mswjs/data requires MSW, which requires an ES module: Node can do that, and Jest cannot
// before Node 24.9. Nothing that the simulator uses of @mswjs/data needs MSW, so it gets nothing.
module.exports = (path, options) => {
  const isRequiredMsw = path === 'msw' && options.conditions?.includes('require')
  return options.defaultResolver(isRequiredMsw ? `${__dirname}/nothing.cjs` : path, options)
}
