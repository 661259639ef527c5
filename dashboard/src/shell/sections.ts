import {
  Activity,
  Columns3,
  Database,
  FileText,
  Flag,
  FlaskConical,
  Handshake,
  KeyRound,
  List,
  type LucideIcon,
  Server,
  SquareTerminal,
  Users,
} from 'lucide-react';
import { type Membership, manages, readsTraffic } from '../session/session.ts';

export interface Section {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether a member sees it. A direct link to the others says who can open them. */
  readonly visible: (member: Membership) => boolean;
}

const everyone = () => true;

/** The pages of a workspace, in the order of the sidebar. */
export const SECTIONS: readonly { readonly title?: string; readonly sections: readonly Section[] }[] = [
  { sections: [{ to: '/w/$workspace/start', label: 'Start here', icon: Flag, visible: everyone }] },
  {
    title: 'Traffic',
    sections: [
      { to: '/w/$workspace/queries', label: 'Queries', icon: Activity, visible: readsTraffic },
      { to: '/w/$workspace/schema-use', label: 'Schema use', icon: Columns3, visible: readsTraffic },
      { to: '/w/$workspace/try', label: 'Try a query', icon: SquareTerminal, visible: readsTraffic },
      { to: '/w/$workspace/proxies', label: 'Proxies', icon: Server, visible: readsTraffic },
    ],
  },
  {
    title: 'Rules',
    sections: [
      { to: '/w/$workspace/ruleset', label: 'Ruleset', icon: FileText, visible: everyone },
      { to: '/w/$workspace/simulations', label: 'Simulations', icon: FlaskConical, visible: readsTraffic },
    ],
  },
  {
    title: 'Workspace',
    sections: [
      { to: '/w/$workspace/keys', label: 'API keys', icon: KeyRound, visible: manages },
      { to: '/w/$workspace/trusts', label: 'CI jobs', icon: Handshake, visible: manages },
      { to: '/w/$workspace/people', label: 'People and sign-on', icon: Users, visible: readsTraffic },
      { to: '/w/$workspace/audit', label: 'Audit trail', icon: List, visible: readsTraffic },
      { to: '/w/$workspace/policy', label: 'Data policy', icon: Database, visible: everyone },
    ],
  },
];
