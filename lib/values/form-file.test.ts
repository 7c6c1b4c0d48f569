import { expect, test } from 'vitest'
import { FormReader } from './form.ts'
import { EMPTY_FILE, hasFile } from './form-file.ts'

const settings = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 0 } as const

function read(file?: File) {
  const data = new FormData()
  if (file) data.set('file', file)
  const form = new FormReader(data, settings)
  return { chosen: hasFile(form, 'file', 2048), problems: form.problems }
}

test('a file that is empty or too large is a problem of its field before it is sent', () => {
  expect(read()).toEqual({ chosen: false, problems: [] })
  // What a browser sends where no file was chosen.
  expect(read(new File([], ''))).toEqual({ chosen: false, problems: [] })
  expect(read(new File(['a,b'], 'rows.csv'))).toEqual({ chosen: true, problems: [] })
  expect(read(new File([], 'rows.csv')).problems).toEqual([{ field: 'file', description: EMPTY_FILE }])
  expect(read(new File(['x'.repeat(2048)], 'rows.csv')).problems).toEqual([])
  expect(read(new File(['x'.repeat(3072)], 'rows.csv')).problems).toEqual([
    {
      field: 'file',
      description: 'The file has 3 KB, more than 2 KB. Split it, or choose a smaller one.',
    },
  ])
})
