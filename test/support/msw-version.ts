import * as msw from 'msw'

/** Whether this is MSW 2. @mswjs/http-middleware works with no other. */
export const isMsw2 = 'handleRequest' in msw
