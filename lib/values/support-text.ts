/** "Help: care@shop.example, +918041234567, https://shop.example/help"; null without a contact. */
export function supportText(
  support: { email: string | null; phone: string | null; url: string | null },
  help = 'Help',
): string | null {
  const ways = [support.email, support.phone, support.url].filter((way) => way !== null)
  return ways.length === 0 ? null : `${help}: ${ways.join(', ')}`
}
