import { expect, it, vi } from 'vitest'
import { MAX_STATEMENT_BYTES } from '#lib/bank-files/statement.ts'
import type { FormState } from '#lib/values/form.ts'
import { statementAction } from './bank-statement-action.ts'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

function formWith(content: string): FormData {
  const form = new FormData()
  form.set('file', new File([content], 'june.sta'))
  return form
}
const none: FormState = { values: {}, idempotency_key: 'k' }

it('hands on the text of the file and its name, and never sends the text back', async () => {
  const seen: Record<string, unknown> = {}
  const action = statementAction(async (_, form) => {
    Object.assign(seen, Object.fromEntries(form))
    const error = { reason: 'input_validation_failed', description: 'No.', field: 'content', request_id: 'r' }
    return { values: { content: String(form.get('content')) }, idempotency_key: 'k', error }
  })
  const answer = await action(none, formWith(':20:A'))
  expect(seen).toEqual({ content: ':20:A', file_name: 'june.sta' })
  expect(answer.values).toEqual({})
  expect(answer.error?.field).toBe('file')
})

it('stops a file that is too large before it is read', async () => {
  const upload = vi.fn(async () => none)
  const answer = await statementAction(upload)(none, formWith('x'.repeat(MAX_STATEMENT_BYTES + 1)))
  expect(upload).not.toHaveBeenCalled()
  expect(answer.error).toMatchObject({ field: 'file', description: expect.stringContaining('900 KB') })
})
