import { describe, expect, it, vi } from 'vitest'
import { MAX_STATEMENT_BYTES } from '#lib/bank-files/limits.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { actorOf } from '#lib/testing/role-actor.ts'
import { type FormState, SCRIPT_FIELD } from '#lib/values/form.ts'
import { EMPTY_FILE, FORM_FILE_BYTES } from '#lib/values/form-file.ts'
import { batchFile, statementFile } from './batch-file.ts'
import { type FileForm, fileAction } from './file-form.ts'
import { logoPicture } from './logo-picture.ts'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
const world = vi.hoisted(() => ({ role: 'owner' as 'owner' | 'viewer' }))
vi.mock('#lib/auth/staff.ts', () => ({ requireStaff: async () => actorOf(world.role) }))
vi.mock('#lib/surfaces/form.ts', () => ({
  submit: async () => ({
    ok: false,
    error: { reason: 'permission_denied', description: 'No.', request_id: 'r' },
  }),
}))
const operation = { permission: 'business:write' } as unknown as Operation

const SMALL = 'Date,Amount\n16/06/2026,5\n'
/** Each form with a file: its largest file, the sentence about a larger one, and what an action gets of a small one. */
const FORMS: [string, FileForm, number, RegExp, object | null][] = [
  [
    'a bank statement',
    statementFile,
    MAX_STATEMENT_BYTES,
    /more than 900 KB/,
    {
      content: JSON.stringify({
        format: 'table',
        table: {
          heads: ['Date', 'Amount'],
          head_line: 1,
          rows: [{ line: 2, cells: ['16/06/2026', '5'] }],
          above: [],
        },
      }),
      file_name: 'june.csv',
    },
  ],
  ['a batch', batchFile, 256 * 1024, /more than 256 KB/, { content: Buffer.from(SMALL).toString('base64') }],
  ['a logo', logoPicture, FORM_FILE_BYTES, /more than 900 KB/, null],
]
const none: FormState = { values: {}, idempotency_key: 'k' }

function formWith(field: string, content: string): FormData {
  const form = new FormData()
  form.set('name', 'June')
  form.set(field, new File([content], 'june.csv'))
  return form
}

describe.each(FORMS)('the form of %s', (_, file, max, sentence, made) => {
  it('stops a file that cannot be used before its action', async () => {
    const save = vi.fn(async () => none)
    const response = await fileAction(
      file,
      operation,
      save,
    )(none, formWith(file.field, 'x'.repeat(max + 1024)))
    expect(save).not.toHaveBeenCalled()
    expect(response.error).toMatchObject({ field: file.field, description: expect.stringMatching(sentence) })
    expect(response.values).toEqual({ name: 'June' })
  })

  it('says that a file is empty', async () => {
    const save = vi.fn(async () => none)
    const response = await fileAction(file, operation, save)(none, formWith(file.field, ''))
    expect([response.error?.description, save.mock.calls]).toEqual([EMPTY_FILE, []])
  })

  it('reads nothing for a person without the permission of its operation', async () => {
    const save = vi.fn(async () => none)
    const read = vi.fn(file.read)
    world.role = 'viewer'
    const form = formWith(file.field, 'a,b')
    const response = await fileAction(
      { ...file, read },
      operation,
      save,
    )(none, form).finally(() => {
      world.role = 'owner'
    })
    expect(response).toMatchObject({ values: { name: 'June' }, error: { reason: 'permission_denied' } })
    expect([read.mock.calls, save.mock.calls]).toEqual([[], []])
  })

  it('goes on without a file, or asks for one', async () => {
    const scripted = formWith(file.field, '')
    scripted.set(SCRIPT_FIELD, '1')
    for (const form of [new FormData(), scripted]) {
      const save = vi.fn(async () => none)
      const response = await fileAction(file, operation, save)(none, form)
      expect(save).toHaveBeenCalledTimes(file.missing === undefined ? 1 : 0)
      expect(response.error?.description).toBe(file.missing)
    }
  })

  it.runIf(made)('hands on what is made of the file, and never sends it back', async () => {
    const found: Record<string, unknown> = {}
    const [first = ''] = Object.keys(made ?? {})
    const response = await fileAction(file, operation, async (_state, form) => {
      Object.assign(found, Object.fromEntries(form))
      const error = { reason: 'input_validation_failed', description: 'No.', field: first, request_id: 'r' }
      const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
      return { values, idempotency_key: 'k', error }
    })(none, formWith(file.field, SMALL))
    expect(found).toEqual({ name: 'June', ...made })
    expect(response.values).toEqual({ name: 'June' })
    expect(response.error?.field).toBe(file.field)
  })
})
