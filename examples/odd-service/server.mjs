import { createOddService } from './service.mjs'

createOddService().listen(4030, '127.0.0.1', () => {
  process.stdout.write('The odd service is on http://127.0.0.1:4030\n')
})
