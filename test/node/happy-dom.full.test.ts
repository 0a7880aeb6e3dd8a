// @vitest-environment happy-dom

import { isMsw2 } from '../support/msw-version.ts'
import { definePageTests } from '../support/page-tests.ts'

// The XMLHttpRequest of happy-dom ignores its `timeout`, and MSW 3 does not replace it.
definePageTests({ keepsTimeout: isMsw2 })
