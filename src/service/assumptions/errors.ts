import type { RegisterEntry } from './presets.ts'

/** Errors, and requests that are too large or have another method or path. */
export const errorQuestions = {
  errorBody: {
    section: '7',
    question: 'What does the body of an error look like?',
    advice: 'Decide by the status of an error, and use its body only for messages.',
    values: {
      fastapi: '{"detail": ...}: a text, or a list of {type, loc, msg, input, ctx} for a validation error.',
      problem:
        'RFC 9457: {type, title, status, detail} as application/problem+json, for a validation error with errors, a list of {location, detail}.',
      message: '{"error": {"code", "message"}}.',
    },
    spec: 'fastapi',
  },
  validationStatus: {
    section: '7',
    question: 'Which status does an invalid request get?',
    advice: 'Treat 400 and 422 alike.',
    values: { 422: 'Status 422.', 400: 'Status 400.' },
    spec: '422',
  },
  validationErrors: {
    section: '7',
    question: 'How many errors does a validation error list, and how much of each input does it repeat?',
    advice: 'Do not count the errors in the list, and do not rely on the inputs that it repeats.',
    values: {
      first100:
        'The first 100 errors. It repeats up to 64 KiB of inputs in full. After that, an input of more than 100 bytes is cut to 100 characters and "...".',
      all: 'All errors, up to 10000. It repeats up to 1 MiB of inputs in full. After that, inputs are cut in the same way.',
    },
    spec: 'first100',
    langsmith: 'all',
  },
  requestSize: {
    section: '4.4, 7',
    question: 'How large can a request be?',
    advice: 'Split long lists of ids into several requests, and handle 413, 414 and 431.',
    values: {
      large:
        'As large as a server reads it: 64 KiB of request line and headers (then 431), and 10 MiB of body (then 413). The framework of the public service answers a list of 500 ids, which takes 18 KiB.',
      proxy:
        'As behind nginx with its default settings: 8 KiB of path and query (then 414), and 1 MiB of body (then 413).',
    },
    spec: 'large',
  },
  bodyEncoding: {
    section: '1, 7',
    question: 'Which encodings of a body are read?',
    advice: 'Send bodies as UTF-8 without a byte order mark, and do not compress them.',
    values: {
      inflated:
        'UTF-8, UTF-16 and UTF-32, with or without a byte order mark. A server also decompresses what Content-Encoding says is compressed.',
      asSent:
        'The same, but Content-Encoding is ignored: the bytes of a compressed body are no text, so it gets 400, as from the framework of the public service.',
      utf8: 'UTF-8 without a byte order mark. Anything else gets 400, also a compressed body.',
    },
    spec: 'inflated',
    langsmith: 'asSent',
  },
  methodNotAllowed: {
    section: '7',
    question: 'What if a known path is requested with another method?',
    advice: 'Treat 404 and 405 alike, and request only operations that are in the contract.',
    values: { 405: 'Status 405 with Allow.', 404: 'Status 404.' },
    spec: '405',
  },
  headRequests: {
    section: '4',
    question: 'Does HEAD work where GET does?',
    advice: 'Send GET instead of HEAD.',
    values: { 405: 'No: it is treated like any other method.', 200: 'Yes: the response to GET without its body.' },
    spec: '405',
  },
  trailingSlash: {
    section: '4',
    question: 'What if a known path ends with a slash?',
    advice: 'Request paths without a slash at the end.',
    values: {
      redirect: 'A redirect (307) to the path without the slash.',
      404: 'Status 404.',
      same: 'The same response as without the slash.',
    },
    spec: 'redirect',
  },
} as const satisfies Record<string, RegisterEntry>
