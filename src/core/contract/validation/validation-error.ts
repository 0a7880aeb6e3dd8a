import type { Frozen } from '../../records/freeze.ts'
import type { ValidationError as WireError } from '../wire/error.ts'

/** One thing that is wrong with a parameter or a field, as the service's own validator writes it. */
export type ValidationError = Frozen<WireError>
