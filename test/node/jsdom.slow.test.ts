// @vitest-environment jsdom
import { describePage } from '../support/describe-page.ts'

describePage('jsdom', { keepsTimeout: true })
