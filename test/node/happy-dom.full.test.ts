// @vitest-environment happy-dom
import { describePage } from '../support/describe-page.ts'
import { isMsw2 } from '../support/msw-version.ts'

// The XMLHttpRequest of happy-dom ignores its `timeout`, and MSW 3 does not replace it.
describePage('happy-dom', { keepsTimeout: isMsw2 })
