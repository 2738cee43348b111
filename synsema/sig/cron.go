package sig

// Rows of the family cron.
var (
	CronAfter = Row{Name: "cron_after", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "one-shot job"}
	CronCancel = Row{Name: "cron_cancel", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "a"}},
		Doc:    "cancel a job"}
	CronEvery = Row{Name: "cron_every", Family: "cron", Status: Recognised,
		Params: []Param{{Name: "a"}, {Name: "b"}, {Name: "c", Opt: true}},
		Doc:    "repeating job"}
	CronList = Row{Name: "cron_list", Family: "cron", Status: Recognised,
		Doc: "list of jobs"}
	CronStatus = Row{Name: "cron_status", Family: "cron", Status: Recognised,
		Doc: "jobs as text"}
)

var rowsCron = []*Row{
	&CronAfter,
	&CronCancel,
	&CronEvery,
	&CronList,
	&CronStatus,
}
