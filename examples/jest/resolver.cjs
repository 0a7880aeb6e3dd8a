// @mswjs/data requires MSW, which requires an ES module. Node supports that, but Jest does not before
// Node 24.9. The simulator uses nothing of @mswjs/data that needs MSW, so this resolver replaces MSW
// with an empty module.
module.exports = (path, options) => {
  const isRequiredMsw = path === 'msw' && options.conditions?.includes('require')
  return options.defaultResolver(isRequiredMsw ? `${__dirname}/nothing.cjs` : path, options)
}
