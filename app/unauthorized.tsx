/** Never shown: strangers are led to the sign-in page. Next's own page of this kind would be sent with every other. */
export default function Unauthorized() {
  return null
}
