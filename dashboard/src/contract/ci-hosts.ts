// Generated from src/contract by `npm run generate`. Do not edit.

/** The claims of the identity tokens of each CI host: those that every trust binds, and others. */
export const CI_HOSTS = {
  github: {
    name: 'GitHub Actions',
    required: {
      repository_id: 'number of the repository: `gh api repos/<owner>/<name> --jq .id`',
      repository_owner_id: 'number of its owner: `gh api repos/<owner>/<name> --jq .owner.id`',
      event_name: 'events that start the workflow: `pull_request`, `push`',
      job_workflow_ref: 'the workflow file and its ref: `acme/shop/.github/workflows/querygate.yml@refs/pull/*`',
    },
    optional: {
      environment: 'an environment of the repository, which can need reviewers',
      ref: 'branch, tag or pull request: `refs/heads/main`',
    },
  },
  gitlab: {
    name: 'GitLab CI',
    required: {
      project_id: 'number of the project',
      namespace_id: 'number of its group',
      ci_config_ref_uri: 'the configuration file and its ref: `gitlab.com/acme/shop//.gitlab-ci.yml@*`',
    },
    optional: {
      ref_protected: '`true`: only protected branches and tags',
      environment: 'an environment of the project',
      environment_protected: '`true`: only if the environment is protected',
      pipeline_source: 'what started the pipeline: `merge_request_event`, `push`',
      ref: 'branch or tag',
    },
  },
} as const;

/** The scopes that a trust can give. */
export const TRUST_SCOPES = ['ci_dryrun:execute', 'rules:simulate', 'rules:read'] as const;
