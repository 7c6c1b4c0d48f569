import { SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'

export const ORIGINS = {
  dynamic: 'Self-registered.',
  manual: 'Registered by staff.',
  document: 'Identified by its client metadata document.',
}

/** An app that a user allowed, and that never came back for its tokens. */
export const NOT_CONNECTED_YET = 'Not connected yet: the app has not collected its access.'

/** Why a grant ended. */
export const ENDED: Record<string, string> = {
  person: 'by the user who connected it',
  replaced: 'replaced by a new connection',
  staff: 'by staff',
  client: 'by the app',
  client_deleted: 'the client was deleted',
  replayed: 'a refresh token was reused, a sign of theft',
  blocked: 'the app was blocked',
  disabled: 'the user was disabled',
  removed: 'the user was removed from this merchant',
  password_changed: 'the user’s password was changed',
}

/** The permission of a scope, after "can". */
export function canWords(scope: string): string {
  return scope in SCOPES ? SCOPES[scope as keyof typeof SCOPES].can : scope
}

/** Whether any of some scopes lets money move. */
export function moveMoney(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope in SCOPES && SCOPES[scope as keyof typeof SCOPES].kind === 'move')
}
