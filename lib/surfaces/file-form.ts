import { requireStaff } from '#lib/auth/staff.ts'
import { type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { submit } from '#lib/surfaces/form.ts'
import { assertForm, errorState } from '#lib/surfaces/form-action.ts'
import { type FormProblem, type FormState, SCRIPT_FIELD } from '#lib/values/form.ts'
import { EMPTY_FILE, tooLargeText } from '#lib/values/form-file.ts'

/** A form in which a file is chosen, whose content becomes fields of its action. */
export type FileForm = {
  field: string
  /** The largest file, in bytes. */
  max: number
  /** The sentence where no file was chosen; left out, the form goes on without. */
  missing?: string
  /** The fields made of the file, or the sentence that says why it cannot be used. Their errors are shown at the file. */
  read(file: File): Promise<Record<string, string> | string>
}

/**
 * The file is read only for a person whom the operation permits. What is made of it never goes back to the browser.
 * @param operation that of the form, or how it is found
 */
export function fileAction<Result>(
  chosen: FileForm,
  operation: Operation | ((form: FormData) => Operation),
  save: (state: unknown, form: FormData) => Promise<FormState<Result>>,
) {
  return async (state: unknown, form: FormData): Promise<FormState<Result>> => {
    assertForm(form)
    const { field } = chosen
    const file = chosenFile(form, field)
    form.delete(field)
    const refuse = (description: string) =>
      errorState(form, { reason: 'input_validation_failed', field, description, request_id: '' })
    const denied = await deniedBy(typeof operation === 'function' ? operation(form) : operation)
    if (denied) return errorState(form, denied)
    const made = await fieldsOf(file, chosen)
    if (typeof made === 'string') return refuse(made)
    for (const [name, value] of Object.entries(made)) form.set(name, value)
    const response = await save(state, form)
    const values = Object.fromEntries(Object.entries(response.values).filter(([name]) => !(name in made)))
    const { error } = response
    const shown = error?.field !== undefined && error.field in made ? { error: { ...error, field } } : {}
    return { ...response, values, ...shown }
  }
}

/**
 * The file of a field; null where none was chosen. Where a script sends the form, that is an empty file with a name, and an
 * empty one that was chosen was rejected in the browser.
 */
function chosenFile(form: FormData, field: string): File | null {
  const file = form.get(field)
  if (!(file instanceof File) || file.name === '') return null
  return file.size === 0 && form.has(SCRIPT_FIELD) ? null : file
}

/** The error of an operation that the person may not run, which is on the log then. */
async function deniedBy(operation: Operation): Promise<FormProblem | null> {
  const actor = await requireStaff()
  if (permissionLacking(operation, actor) === undefined) return null
  const result = await submit(operation, actor, {}, 'dashboard')
  return result.ok ? null : result.error
}

/** The fields made of what was chosen, none where no file is needed, or the sentence that says why it cannot be used. */
async function fieldsOf(
  file: File | null,
  { max, missing, read }: FileForm,
): Promise<Record<string, string> | string> {
  if (file === null) return missing ?? {}
  if (file.size === 0) return EMPTY_FILE
  return file.size > max ? tooLargeText(file.size, max) : read(file)
}
