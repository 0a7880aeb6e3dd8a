// A strict schema of HAR 1.2, from the facts of its specification.

import * as z from 'zod'

// Names that begin with an underscore are custom, and everything may have a comment.
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string(), comment: z.string().optional() }))
const size = z.int().min(-1)
const url = z.url({ protocol: /^https?$/ })
const comment = z.string().optional()
const milliseconds = z.number().min(0)
/** The schema of an archive. */
export const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string().min(1), version: z.string() }),
    comment,
    entries: z.array(
      z.looseObject({
        startedDateTime: z.iso.datetime(),
        time: milliseconds,
        request: z.strictObject({
          method: z.string().min(1),
          url,
          httpVersion: z.string().min(1),
          cookies: pairs,
          headers: pairs,
          queryString: pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string(), comment }).optional(),
          headersSize: size,
          bodySize: size,
        }),
        response: z.strictObject({
          status: z.int().min(0),
          statusText: z.string(),
          httpVersion: z.string().min(1),
          cookies: pairs,
          headers: pairs,
          content: z.strictObject({
            size: z.int().min(0),
            mimeType: z.string().min(1),
            text: z.string().optional(),
            encoding: z.literal('base64').optional(),
            comment,
          }),
          redirectURL: z.string(),
          headersSize: size,
          bodySize: size,
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ send: milliseconds, wait: milliseconds, receive: milliseconds }),
        comment,
      }),
    ),
  }),
})
