import { z } from 'zod'

/** A UUID of any version, kept in lower case so that filters compare it as text. */
export const uuidSchema = z.guid().toLowerCase()
