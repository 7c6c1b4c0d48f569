import { SCOPES } from '#lib/domain/connected-apps/schema/scopes.ts'

/** How a program became known. */
export const ORIGINS = {
  dynamic: 'It registered itself.',
  manual: 'It was registered here by hand.',
  document: 'It is known by the address of its own description.',
}

/** Why a grant ended. */
export const ENDED: Record<string, string> = {
  person: 'by the person who allowed it',
  replaced: 'the person allowed it anew, which took its place',
  staff: 'by somebody of the staff',
  client: 'by the program itself',
  client_deleted: 'the program was deleted',
  replayed: 'one of its tokens was used twice, as a thief would',
  blocked: 'the program was blocked',
  disabled: 'the person was disabled',
  removed: 'the person was removed from this merchant',
  password_changed: 'the person’s password was changed',
}

/** What a scope lets happen, after "can". */
export function canWords(scope: string): string {
  return scope in SCOPES ? SCOPES[scope as keyof typeof SCOPES].can : scope
}

/** Whether any of some scopes lets money move. */
export function moveMoney(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope in SCOPES && SCOPES[scope as keyof typeof SCOPES].kind === 'move')
}
