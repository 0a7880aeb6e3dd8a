// What the engine reads of the service's framework: how requests are read.

export { readRequest } from '../../fastapi/read-request.ts'
