export function Invitation() {
  return null;
}
