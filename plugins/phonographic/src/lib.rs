//! Files for those who count sales of records: the chart compilers of several countries, and the portal's own report.
//!
//! The host keeps the sales and knows which of them a report holds already; the plugin knows each receiver's rules,
//! file and week. It keeps nothing but which files a delivery that failed had already handed over.

mod build;
mod calendar;
mod caps;
mod configuration;
mod deliver;
mod due;
mod failures;
mod layouts;
mod output;
mod piece;

use comptoir_plugin_sdk::report::{Receipt, ReportFile, ReportRequest};
use comptoir_plugin_sdk::report_plan::Plan;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::{
    Account, Check, Connector, Host, Report, ReportPlan, Result, Router, Routes, register,
};
use configuration::Configuration;

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Phonographic;

impl Check for Phonographic {
    /// There is nothing to connect: what is checked is the operator's configuration.
    fn check(&self, host: &impl Host, _: &Connector) -> Result<Account> {
        let configuration = Configuration::load(host)?;
        let names: Vec<String> = configuration
            .shops
            .into_iter()
            .map(|shop| shop.name)
            .collect();
        let name = names.join(", ");
        Ok(Account { name })
    }
}

impl Report for Phonographic {
    fn build(&self, host: &impl Host, request: &ReportRequest) -> Result<Vec<ReportFile>> {
        build::build(host, request)
    }

    fn deliver(
        &self,
        host: &impl Host,
        channel: &str,
        files: &[ReportFile],
        replace: bool,
    ) -> Result<Vec<Receipt>> {
        deliver::deliver(host, channel, files, replace)
    }
}

impl ReportPlan for Phonographic {
    fn reports(&self, host: &impl Host) -> Result<Plan> {
        let configuration = Configuration::load(host)?;
        Ok(due::plan(&configuration, host.now()))
    }
}

impl Routes for Phonographic {
    fn handle(&self, host: &impl Host, request: &Request) -> Result<Response> {
        Router::new(request)
            .on("GET", "/schedule", |_| {
                let configuration = Configuration::load(host)?;
                Response::data(&due::planned(&configuration, host.now()))
            })
            .finish()
    }
}

register!(Phonographic: report, report_plan, routes);
