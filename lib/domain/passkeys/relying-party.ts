/** What a passkey belongs to: the host and the origin of this server, as browsers see it. */
export function relyingParty(baseUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl)
  return { rpID: hostname, origin }
}
