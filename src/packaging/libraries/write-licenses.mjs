// Writes the licenses of the packages in the bundles into the built package.

import { writeLicenses } from './licenses.mjs'

writeLicenses()
