/** What a form about programs is drawn from again: what stood in it, and why it was refused. */
export type AppFormState = {
  values: Record<string, string>
  /** What was ticked of a list. */
  ticked: string[]
  idempotency_key: string
  error?: { description: string; field?: string | undefined; request_id: string } | undefined
  /** The program that was made, or given another secret; the secret is in no address and nowhere afterwards. */
  made?: { id: string; name: string; secret: string | null } | undefined
}
export type AppFormAction = (state: AppFormState, form: FormData) => Promise<AppFormState>

/** The complaint about one field, or about a member of it. */
export function errorOf(state: AppFormState, name: string): string | undefined {
  const { error } = state
  return error && (error.field === name || error.field?.startsWith(`${name}.`))
    ? error.description
    : undefined
}
