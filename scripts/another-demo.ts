/**
 * `node scripts/another-demo.ts <file>...`: one more demo merchant for each file in the database of a running server, so
 * that browser tests that run side by side do not see each other's rows. What opens it is written to the file.
 */

import { withInstance } from '#scripts/command-line/instance.ts'
import { complain } from '#scripts/complain.ts'
import { createDemo } from '#scripts/demo.ts'

const files = process.argv.slice(2)
try {
  if (files.length === 0) throw new Error('Say where to write what opens it.')
  await withInstance(async () => {
    for (const file of files) await createDemo(file)
  })
  process.exit(0)
} catch (error) {
  complain(error)
  process.exit(1)
}
