export function SetUp() {
  return null;
}
