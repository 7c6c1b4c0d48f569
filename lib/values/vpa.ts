/** A UPI ID with most of the name masked: asha.rao@upi is as…@upi. */
export function maskedVpa(vpa: string): string {
  const at = vpa.indexOf('@')
  return `${vpa.slice(0, Math.min(2, at))}…${vpa.slice(at)}`
}
