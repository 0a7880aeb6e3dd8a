// What the engine reads of the service's framework: the bodies of errors.

export { errorWire, validationErrorWire } from '../../fastapi/errors/error-body.ts'
