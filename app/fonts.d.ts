/** A font file that is imported is its address in the build. */
declare module '*.woff2' {
  const address: string
  export default address
}
