// The methods that a server understands.

// Those of all supported versions of Node. Others, and those in lower case, are no HTTP for its server.
const METHODS = new Set(
  `ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY
   OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK
   UNLOCK UNSUBSCRIBE`.split(/\s+/),
)

export function isMethod(method: string): boolean {
  return METHODS.has(method)
}
