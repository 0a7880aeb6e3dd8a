module.exports = {
  transform: { '\\.m?[jt]sx?$': '@swc/jest' },
  // Dependencies of MSW that exist only as ES modules. Jest has to compile them.
  transformIgnorePatterns: ['/node_modules/(?!.*(?:rettime|until-async|deferred-promise)/)'],
}
