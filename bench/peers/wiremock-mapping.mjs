/** A static WireMock stub that responds with the page. */
export function buildWireMockMapping(page) {
  return {
    request: { method: 'GET', urlPath: '/v2/deployments' },
    response: { status: 200, headers: { 'Content-Type': 'application/json' }, body: page },
  }
}
