// What a service may be like.

import type { AssumptionId } from '../../engine/define/service-types.ts'

/** A value for each question. */
export type Values = Readonly<Record<AssumptionId, string>>
