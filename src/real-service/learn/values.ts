// What a service may be like.

import type { AssumptionId } from '../../service/assumptions/register.ts'

/** A value for each question. */
export type Values = Readonly<Record<AssumptionId, string>>
