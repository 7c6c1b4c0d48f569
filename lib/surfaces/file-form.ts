import { errorState } from '#lib/surfaces/form-action.ts'
import type { FormState } from '#lib/values/form.ts'

/** A form in which a file is chosen, whose content becomes fields of its action. */
export type FileForm = {
  /** The field that chooses the file. */
  field: string
  /** The largest file, in bytes, and the sentence about a larger one. */
  max?: { bytes: number; description: string }
  /** The sentence where no file was chosen; left out, the form goes on without. */
  missing?: string
  /** The fields made of the file, or the sentence that says why it cannot be used. Their errors are shown at the file. */
  read(file: File): Promise<Record<string, string> | string>
}

/** What is made of the file never goes back to the browser. */
export function fileAction<Result>(
  { field, max, missing, read }: FileForm,
  save: (state: unknown, form: FormData) => Promise<FormState<Result>>,
) {
  return async (state: unknown, form: FormData): Promise<FormState<Result>> => {
    const file = form.get(field)
    form.delete(field)
    const refuse = (description: string) =>
      errorState(form, { reason: 'input_validation_failed', field, description, request_id: '' })
    if (!(file instanceof File) || file.size === 0)
      return missing === undefined ? save(state, form) : refuse(missing)
    if (max && file.size > max.bytes) return refuse(max.description)
    const made = await read(file)
    if (typeof made === 'string') return refuse(made)
    for (const [name, value] of Object.entries(made)) form.set(name, value)
    const answer = await save(state, form)
    const values = Object.fromEntries(Object.entries(answer.values).filter(([name]) => !(name in made)))
    const { error } = answer
    const shown = error?.field !== undefined && error.field in made ? { error: { ...error, field } } : {}
    return { ...answer, values, ...shown }
  }
}
