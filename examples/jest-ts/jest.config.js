// jest.config.js
module.exports = {
  transform: { '\\.m?[jt]sx?$': 'ts-jest' }, // or 'babel-jest', or '@swc/jest'
  // Dependencies of MSW that exist only as ES modules. Jest has to compile them.
  transformIgnorePatterns: ['/node_modules/(?!.*(?:rettime|until-async|deferred-promise)/)'],
}
