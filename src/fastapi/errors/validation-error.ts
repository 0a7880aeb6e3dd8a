// The type of one validation error.

import type { Frozen } from '../../engine/input/schemas/freeze.ts'
import type { ValidationError as WireError } from './error-body.ts'

/** One issue of a parameter or a field, in the form of the service's own validator. */
export type ValidationError = Frozen<WireError>
