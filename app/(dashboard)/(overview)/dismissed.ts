/** The accounts whose first steps were put away in this browser, newest first. */
export const DISMISSED_COOKIE = 'counterfoil-first-steps'

export function dismissedAccounts(cookie: string | undefined): string[] {
  return (cookie ?? '').split('.').filter((id) => /^acc_[0-9A-Za-z]{14}$/.test(id))
}
