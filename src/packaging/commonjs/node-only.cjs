// What pages get instead of the entries that need Node.

throw new Error(
  'Failed to load deploymock: this entry needs Node, and this is a page. Use "deploymock/browser", or a server and "deploymock/client". In Jest, set testEnvironment: "jest-fixed-jsdom".',
)
