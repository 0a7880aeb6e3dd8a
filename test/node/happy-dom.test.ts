// @vitest-environment happy-dom
import { describePage } from '../support/describe-page.ts'
import { isMsw2 } from '../support/msw-version.ts'

// The XMLHttpRequest of happy-dom ignores its `timeout`. MSW 3 leaves it as it is.
describePage('happy-dom', { keepsTimeout: isMsw2 })
