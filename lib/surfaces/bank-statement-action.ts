import { MAX_STATEMENT_BYTES } from '#lib/bank-files/statement.ts'
import { errorState } from '#lib/surfaces/form-action.ts'
import type { FormState } from '#lib/values/form.ts'

type Action = (state: unknown, form: FormData) => Promise<FormState>

/** The form in which a bank statement is chosen: `upload` gets its text in `content`, and its name in `file_name`. */
export function statementAction(upload: Action): Action {
  return async (state, form) => {
    const file = form.get('file')
    form.delete('file')
    if (file instanceof File && file.size > MAX_STATEMENT_BYTES)
      return errorState(form, {
        ...{ reason: 'input_validation_failed', field: 'file', request_id: '' },
        description: 'The file is larger than 900 KB. Split it by period.',
      })
    if (file instanceof File && file.size > 0) {
      form.set('content', await file.text())
      form.set('file_name', file.name.slice(0, 200))
    }
    const answer = await upload(state, form)
    const { error } = answer
    // The text of the file does not go back to the browser, and its problem is shown at the field that chose it.
    return {
      ...answer,
      values: {},
      ...(error?.field === 'content' ? { error: { ...error, field: 'file' } } : {}),
    }
  }
}
