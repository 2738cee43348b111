package sig

// Rows of the family cron.
var (
	CronAfter = Row{Name: "cron_after", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "seconds"}, {Name: "task"}},
		Doc:    "One-shot job"}
	CronCancel = Row{Name: "cron_cancel", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "job"}},
		Doc:    "Cancel a job"}
	CronEvery = Row{Name: "cron_every", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "schedule"}, {Name: "task"}, {Name: "options", Opt: true}},
		Doc:    "Repeating job"}
	CronList = Row{Name: "cron_list", Family: "cron", Status: Recognised,
		Doc: "List of jobs"}
	CronStatus = Row{Name: "cron_status", Family: "cron", Status: Recognised,
		Doc: "Jobs as text"}
)

var rowsCron = []*Row{
	&CronAfter,
	&CronCancel,
	&CronEvery,
	&CronList,
	&CronStatus,
}
