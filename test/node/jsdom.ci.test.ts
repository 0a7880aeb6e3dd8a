// @vitest-environment jsdom
import { definePageTests } from '../support/page-tests.ts'

definePageTests({ keepsTimeout: true })
